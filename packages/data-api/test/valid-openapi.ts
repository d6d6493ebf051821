import SwaggerParser from '@apidevtools/swagger-parser'

type Document = Awaited<ReturnType<typeof SwaggerParser.validate>>

/** Parses a description of the API and lets a validator of OpenAPI judge it; throws where it is none. */
export async function validOpenApi(text: string): Promise<Document> {
  const given: unknown = JSON.parse(text)
  if (!isDescription(given)) throw new Error(`No description of an API: ${text}`)
  return SwaggerParser.validate(given)
}

/** Whether the validator can read a value. It finds out itself whether the rest of it is right. */
function isDescription(given: unknown): given is Document {
  return typeof given === 'object' && given !== null && 'swagger' in given
}
