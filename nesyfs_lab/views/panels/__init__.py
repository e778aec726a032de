"""What the workbench's panels show of one frame, as strings of HTML in which all foreign text is escaped."""
