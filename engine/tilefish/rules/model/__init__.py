"""Frozen, validated data: variant, combat game, spawn tiles, evaluation weights, win-rate model."""
