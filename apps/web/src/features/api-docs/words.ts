/**
 * The words around the reference. Like the reference itself they are English in every language: it is written from the
 * comments of the database, and code is English anyway (docs/develop/decisions/public-api.md).
 */
export const WORDS = {
  contents: 'Contents',
  resources: 'Resources',
  fields: 'Fields',
  takes: 'Arguments',
  needed: 'needed',
  readOnly: 'read only',
  oneOf: 'One of',
  atMost: 'At most',
  characters: 'characters',
  ownFields: 'Own fields of your account',
  ownFieldsAre: 'Their values are in the column own of each record, by these keys.',
  file: 'OpenAPI 3.1 file',
  notLoaded: 'The reference could not be loaded.',
  loading: 'Loading the reference…',
} as const
