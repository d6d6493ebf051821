import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import autocannon from 'autocannon'
import { type Attack, attackSchema, type Report } from './attack.ts'

/**
 * The attacker, in a separate process. A real one has a separate machine: here it has what the server, Postgres and
 * the honest member leave of this one, so that its own work is not taken for the server's.
 */
const EMBEDDING = 150
const REFUSED = 100
const SIGNING_IN = 150
const SLOW_READERS = 100

/** The load balancer says who sends what: all of it is one network. */
const ATTACKER = { 'x-forwarded-for': '203.0.113.7' }

/** Rows that lead to their account and from there to all rows again. */
const EMBED =
  'systems?select=id,accounts!systems_account_id_fkey(systems!systems_account_id_fkey(id,name,description))'
/** Ambiguous, which the server finds without asking the database. */
const AMBIGUOUS = 'systems?select=id,accounts(systems(id,name,description))'

setPriority(constants.priority.PRIORITY_LOW)
const report = await attackWith(attackSchema.parse(JSON.parse(process.env['ATTACK'] ?? '')))
process.stdout.write(JSON.stringify(report))

async function attackWith(attack: Attack): Promise<Report> {
  const readers = Array.from({ length: SLOW_READERS }, () => slowReader(attack))
  const [embeds, refused, signIns] = await Promise.all([
    ask(attack, EMBED, EMBEDDING),
    ask(attack, AMBIGUOUS, REFUSED),
    signIn(attack),
  ])
  for (const reader of readers) reader.destroy()
  return { embeds: byStatus(embeds), refused: byStatus(refused), signIns: byStatus(signIns) }
}

function ask(attack: Attack, path: string, connections: number): Promise<autocannon.Result> {
  return autocannon({
    url: `${attack.url}/rest/v1/${path}`,
    connections,
    duration: attack.seconds,
    headers: signedIn(attack),
  })
}

function signIn({ url, publishableKey, victim, seconds }: Attack): Promise<autocannon.Result> {
  return autocannon({
    url: `${url}/auth/v1/token?grant_type=password`,
    connections: SIGNING_IN,
    duration: seconds,
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json', ...ATTACKER },
    body: JSON.stringify({ email: victim, password: 'a wrong guess' }),
  })
}

function signedIn({ publishableKey, token }: Attack): Record<string, string> {
  return { apikey: publishableKey, authorization: `Bearer ${token}`, ...ATTACKER }
}

function byStatus({ statusCodeStats = {}, errors }: autocannon.Result): Record<string, number> {
  const counts = Object.entries(statusCodeStats).map(([status, { count = 0 }]) => [status, count])
  return { ...Object.fromEntries(counts), 'no answer': errors }
}

/** Asks for a large answer and never takes it. */
function slowReader(attack: Attack): Socket {
  const socket = connect(Number(new URL(attack.url).port), 'localhost')
  // Cut off, as is to be expected.
  socket.on('error', () => {})
  socket.pause()
  const head = Object.entries(signedIn(attack)).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /rest/v1/systems?select=* HTTP/1.1\r\nHost: localhost\r\n${head.join('')}\r\n`)
  return socket
}
