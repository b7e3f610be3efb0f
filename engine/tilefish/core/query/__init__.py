"""One position, for explanations and pictures: attackers, targets, captures and exchanges."""
