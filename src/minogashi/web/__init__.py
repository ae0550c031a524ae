"""The pages: frames to draw, the viewer, its server. The browser draws what frames say and knows no rule."""
