"""Pictures of boards: SVG out of the map's data and what one viewer may know; PNG of the same."""
