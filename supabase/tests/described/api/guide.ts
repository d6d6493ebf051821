import { inThreeLanguages, type Sample } from './sample.ts'

/** A chapter before the resources. A paragraph is plain text with `code` in it. */
interface Chapter {
  id: string
  title: string
  paragraphs: readonly string[]
  samples?: readonly Sample[]
}

const CHAPTERS: readonly Chapter[] = [
  {
    id: 'start',
    title: 'From nothing to a first list',
    paragraphs: [
      'Make a token in the settings of Cairn, under API tokens. Give it the scope systems:read, and copy it: it is shown once. It may never do more than you may yourself at the moment of the call.',
      'Send it as `Authorization: Bearer` and put it in place of YOUR_TOKEN below. Nothing else is needed: no key, no library. The answer is a JSON list.',
      'The protocol is that of PostgREST, so every Supabase client works too: `createClient(address, key, { accessToken: async () => token })`. The public key is at `/config.json`.',
    ],
    samples: [
      {
        title: 'The first systems by name',
        method: 'GET',
        path: '/systems?select=id,name&order=name&limit=10',
      },
    ],
  },
  {
    id: 'reading',
    title: 'Reading lists',
    paragraphs: [
      'A filter is a column, an operator and a value: `status=eq.active`, `name=ilike.*invoice*`, `renews_on=lt.2027-01-01`, `owner_id=is.null`, `id=in.(…,…)`. `not.` before the operator turns it round, and `or=(…,…)` joins several.',
      '`select` names the columns that come, and related rows in brackets. `order=name.desc` orders; `limit` and `offset` page. With `Prefer: count=exact` the header `Content-Range` says how many there are in all: `0-9/42`.',
      'An address has at most 8 KiB, which is about 200 ids in `id=in.(…)`. Ask for more in parts, or call a procedure, whose body may have 1 MiB.',
      'An answer has at most 1,000 rows. Read large tables page by page, ordered by id.',
    ],
    samples: [
      {
        title: 'The first page of active systems, with how many there are',
        method: 'GET',
        path: '/systems?select=id,name,status&status=eq.active&order=name&limit=10&offset=0',
        headers: { Prefer: 'count=exact' },
      },
      {
        title: 'Systems without an owner, and the people who know them',
        method: 'GET',
        path: '/systems?select=name,record_experts(expert:account_members!record_experts_expert_id_fkey(profiles(name)))&owner_id=is.null',
      },
    ],
  },
  {
    id: 'writing',
    title: 'Writing',
    paragraphs: [
      'POST adds a row, or several as a list. PATCH changes the rows that the filter names, DELETE deletes them; both need a filter, mostly `id=eq.…`. With `Prefer: return=representation` the answer holds the rows, otherwise it is empty.',
      'A change of a row that has changed meanwhile is noticed when the filter names `updated_at` too: then no row is changed.',
      'Values of own fields are in the column `own`, by the key of the field: `{"own": {"region": "Berlin"}}`.',
    ],
  },
  {
    id: 'idempotency',
    title: 'Writing once, however often you send',
    paragraphs: [
      'A script that loses an answer does not know whether its write was done. Give each POST, PATCH and DELETE an `Idempotency-Key`, a new UUID for each thing to do, and send the same request with the same key again: it is done once, and the second answer is the first one with `Idempotency-Replayed: true`.',
      'Keys are kept for 24 hours, for your token alone. The key commits with the write: what is refused changes nothing, keeps nothing, and can be mended under the same key. The same key with another request is refused with 422, one whose first request is still at work with 409, one that cannot be read with 400.',
      'Of an answer above 16 kB only status and headers are kept, which `Idempotency-Body: not kept` says. 10,000 keys a day are kept for each person; what comes beyond is refused with 429.',
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    paragraphs: [
      'Every refusal is `{"code", "message", "details", "hint"}`: `message` says what happened, `hint` what to do. `x-request-id` leads the operator to it in the log.',
      '400: the request cannot be read, or a value breaks a rule. 401: no token, or one that is expired or revoked. 403: neither you nor the scope of the token may do this. 404: no such table or procedure. 406: not exactly one row, where one was asked for. 409: the value exists already, or something still needs the row. 413: the answer or the body is too large. 422: an Idempotency-Key of another request. 429: too many requests. 503: try again after `Retry-After` seconds.',
      'A list that row level security leaves empty is `[]`, and no error.',
    ],
  },
  {
    id: 'rate-limits',
    title: 'Rate limits',
    paragraphs: [
      'A token may send 600 requests a minute, and all tokens of an account together 1,200, unless the operator says otherwise. Sessions of people are not counted.',
      'Every answer says what is left: `RateLimit: "token";r=599;t=42` – 599 requests within the next 42 seconds – and the rule: `RateLimit-Policy: "token";q=600;w=60`. Beyond that the answer is 429 with `Retry-After` in seconds. Several rows with one request are one request.',
    ],
  },
]

/** The chapters, with their samples in three languages. */
export const GUIDE = CHAPTERS.map(({ samples = [], ...chapter }) => ({
  ...chapter,
  codeSamples: samples.flatMap(inThreeLanguages),
}))
