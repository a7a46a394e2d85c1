"""What is installed: plugins found and loaded, what they declare, and which variants go together."""
