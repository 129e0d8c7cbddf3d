"""Earlier works on this game, compared as short code that runs beside ours."""
