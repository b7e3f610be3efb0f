"""One position, asked by explanations and pictures: attackers, targets, captures and exchanges."""
