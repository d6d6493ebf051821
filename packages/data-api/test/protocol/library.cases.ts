import type { ProtocolCase } from './case.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const SHOW = { ...JSON_BODY, prefer: 'return=representation' }
const REPORTS = { 'accept-profile': 'reports' }

function reads(url: string, answer: unknown, options: Partial<ProtocolCase> = {}): ProtocolCase {
  return { request: `GET ${url}`, status: 200, answer, ...options }
}

/** A project as the Supabase CLI lays it out; the caller is its reader Bea. */
export const LIBRARY: ProtocolCase[] = [
  reads('/books?select=id,state,weight_kg&order=id', [
    { id: 1, state: 'available', weight_kg: 0.75 },
    { id: 2, state: 'lent', weight_kg: null },
  ]),
  reads('/books?state=eq.lent&select=isbn', [{ isbn: '9780000000002' }]),
  reads('/books?state=in.(lent,lost)&select=id', [{ id: 2 }]),
  reads('/books?shelf=cd.hall&select=id&order=id', [{ id: 1 }, { id: 2 }]),
  reads('/books?words=fts(english).harbours&select=id', [{ id: 1 }]),
  reads('/books?tags=cs.{maps}&select=id,tags', [{ id: 1, tags: ['maps', 'sea'] }]),
  reads('/books?id=eq.1&select=price', [{ price: { amount: 12.5, currency: 'EUR' } }]),
  reads('/books?id=eq.1&select=price->>currency', [{ currency: 'EUR' }]),
  reads('/books?id=eq.1&select=price_text', [{ price_text: '12.50 EUR' }]),
  reads('/profiles?select=full_name,email', [{ full_name: 'New Reader', email: 'bea@library.example' }]),
  reads('/profiles?email=eq.BEA@library.example&select=last_name', [{ last_name: 'Reader' }]),
  reads('/loans?select=days,stars,books(title),reader:profiles!loans_reader_id_fkey(full_name)', [
    { days: 14, stars: 5, books: { title: 'Letters home' }, reader: { full_name: 'New Reader' } },
  ]),
  {
    request: 'GET /loans?select=profiles(full_name)',
    status: 300,
    answer: {
      code: 'PGRST201',
      hint:
        "Try changing 'profiles' to one of the following: 'profiles!loans_lent_by_fkey', " +
        "'profiles!loans_reader_id_fkey'. Find the desired relationship in the 'details' key.",
    },
  },
  reads('/open_loans?select=title,books(isbn)', [
    { title: 'Letters home', books: { isbn: '9780000000002' } },
  ]),
  reads('/books?id=eq.2&select=title,loans(days)', [{ title: 'Letters home', loans: [{ days: 14 }] }]),
  reads('/rpc/search_books?query=MAPS&select=id,title', [{ id: 1, title: 'Maps of the harbour' }]),
  reads('/rpc/search_books?query=s&most=1&select=id', [{ id: 1 }]),
  reads('/rpc/similar_titles?query=Letters%20home', [{ title: 'Letters home', closeness: 1 }]),
  reads('/rpc/digest_of?words=x', '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'),
  {
    request: 'POST /rpc/lend?select=book_id,days,reader_id',
    headers: JSON_BODY,
    body: '{"book": 1, "days": 7}',
    status: 200,
    answer: { book_id: 1, days: 7, reader_id: '00000000-0000-0000-0000-00000000000b' },
  },
  {
    request: 'POST /loans?select=days,stars&columns=book_id,reader_id,stars',
    headers: { ...JSON_BODY, prefer: 'return=representation, missing=default' },
    body: '[{"book_id": 1, "reader_id": "00000000-0000-0000-0000-00000000000b"}]',
    status: 201,
    answer: [{ days: 14, stars: 3 }],
  },
  {
    request: 'POST /loans',
    headers: SHOW,
    body: '{"book_id": 1, "reader_id": "00000000-0000-0000-0000-00000000000a"}',
    status: 403,
    answer: { code: '42501' },
  },
  {
    request: 'POST /books',
    headers: JSON_BODY,
    body: '{"isbn": "1", "title": "x"}',
    status: 400,
    answer: { code: '23514' },
  },
  {
    request: 'PATCH /books?id=eq.1',
    headers: JSON_BODY,
    body: '{"weight_kg": 1}',
    status: 400,
    answer: { code: '428C9' },
  },
  { request: 'GET /loan_events', status: 403, answer: { code: '42501' } },
  reads('/loan_events', [], { role: 'service_role' }),
  reads(
    '/books_by_state?order=state',
    [
      { state: 'available', books: 1 },
      { state: 'lent', books: 1 },
    ],
    { role: 'service_role', headers: REPORTS, answered: { 'content-profile': 'reports' } },
  ),
  { request: 'GET /books_by_state', headers: REPORTS, status: 403, answer: { code: '42501' } },
  { request: 'GET /loan_events_2024', status: 404, answer: { code: 'PGRST205' } },
  { request: 'GET /rpc/handle_new_user', status: 404, answer: { code: 'PGRST202' } },
]
