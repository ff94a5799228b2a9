"""Made from the OpenAPI document of the service."""
