"""Code of ours that runs in the Java process."""
