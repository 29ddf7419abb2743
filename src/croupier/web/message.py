"""What every message between server and page is: it has these fields and no others."""

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, json_schema_serialization_defaults_required=True
    )
