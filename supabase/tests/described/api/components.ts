const text = (name: string, place: 'query' | 'header', description: string, more: object = {}) => ({
  name,
  in: place,
  description,
  schema: { type: 'string', ...more },
})
const number = (name: string, description: string) => ({
  name,
  in: 'query',
  description,
  schema: { type: 'integer', minimum: 0 },
})

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request cannot be read, or a value breaks a rule.',
  401: 'No token, or one that is expired or revoked.',
  403: 'Neither the person nor the scope of the token may do this.',
  404: 'There is no such table or procedure.',
  406: 'Not exactly one row, where one was asked for.',
  409: 'The value exists already, something needs the row, or a request with this Idempotency-Key is still at work.',
  413: 'The answer or the body is too large.',
  422: 'The Idempotency-Key was sent with another request.',
  429: 'Too many requests.',
  503: 'The server is too busy, or its database is away.',
}

/** Statuses after which the caller should retry later. */
const WAITING = new Set(['429', '503'])

const responses = Object.fromEntries(
  Object.entries(REFUSALS).map(([status, description]) => [
    `Error${status}`,
    {
      description,
      ...(WAITING.has(status) && {
        headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
      }),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]),
)

const header = (description: string, schema: object = { type: 'string' }) => ({ description, schema })

/** The components that operations share. */
export const COMPONENTS = {
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer', description: 'An API token, or the access token of a person.' },
  },
  parameters: {
    select: text(
      'select',
      'query',
      'Columns and related rows that are to come, such as name,owner:account_members!systems_owner_id_fkey(profiles(name)).',
    ),
    order: text('order', 'query', 'Columns to order by, such as name.desc,id.'),
    limit: number('limit', 'How many rows at the most.'),
    offset: number('offset', 'How many rows to leave out before.'),
    PreferCount: text('Prefer', 'header', 'Counts all rows, for Content-Range.', { enum: ['count=exact'] }),
    PreferReturn: text('Prefer', 'header', 'Whether the rows come back.', {
      enum: ['return=minimal', 'return=representation', 'return=headers-only'],
    }),
    IdempotencyKey: text(
      'Idempotency-Key',
      'header',
      'Makes the write happen once. A new UUID for each thing to do.',
      {
        minLength: 1,
        maxLength: 255,
      },
    ),
  },
  headers: {
    'Content-Range': header(
      'Which rows these are, and of how many: 0-9/42. A star where they were not counted.',
    ),
    'Idempotency-Replayed': header('true where this is the answer of an earlier request with the same key.'),
    RateLimit: header('What is left: "token";r=599;t=42.'),
    'RateLimit-Policy': header('The rule: "token";q=600;w=60.'),
    'Retry-After': header('After how many seconds to come again.', { type: 'integer' }),
  },
  responses,
  schemas: {
    Error: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'The SQLSTATE, or a code of PostgREST.' },
        message: { type: 'string', description: 'What happened.' },
        details: { description: 'More about it; null where there is none.' },
        hint: { type: ['string', 'null'], description: 'What to do.' },
      },
      required: ['code', 'message', 'details', 'hint'],
    },
  },
}
