import type { Config } from '../settings/config.ts'
import { type Place, partOf, placesOf } from '../settings/place.ts'

/** Beside each pool, a connection that checks on commits whose answer does not arrive. */
const BESIDE_EACH = 1
/** A connection that listens for changes of the schema, as the user of requests. */
const LISTENING = 1
/** A pool of one connection that answers `/readyz` however busy the other pools are, as the user of accounts. */
const FOR_HEALTH = 1
/** The user of DATABASE_URL at a start: it looks for poolers and for locks. With the built-in Postgres one stays. */
const AT_START = 3

type Settings = Pick<Config, 'poolSize' | 'processes' | 'database'>

/** How many connections a process has at the most, as each of the users that serve. */
export function poolSizes({ poolSize }: Pick<Config, 'poolSize'>, place: Place) {
  const requests = partOf(poolSize, place)
  return { requests, accounts: Math.ceil(requests / 2) }
}

/** The same for all processes of a server, with those beside the pools. */
function ofServer(config: Settings) {
  const sizes = placesOf(config.processes).map((place) => poolSizes(config, place))
  const sum = (count: (size: (typeof sizes)[number]) => number) =>
    sizes.reduce((total, size) => total + count(size), 0)
  return {
    requests: sum(({ requests }) => requests + LISTENING + BESIDE_EACH),
    accounts: sum(({ accounts }) => accounts + BESIDE_EACH + FOR_HEALTH + BESIDE_EACH),
  }
}

/** How many sessions the server has at the most. */
export function sessionsOf(config: Settings): number {
  const { requests, accounts } = ofServer(config)
  return requests + accounts + (config.database === null ? 1 : 0)
}

/** Tells the operator how many connections the database and a pooler in front of it have to allow. */
export function needsOf(config: Settings): string {
  const { requests, accounts } = ofServer(config)
  const divided = config.processes === 1 ? '' : ` and CAIRN_PROCESSES ${config.processes}`
  const lower = config.processes === 1 ? 'DATABASE_POOL_SIZE' : 'DATABASE_POOL_SIZE or CAIRN_PROCESSES'
  return (
    `With DATABASE_POOL_SIZE ${config.poolSize}${divided} each server opens up to ${requests} connections as authenticator, ` +
    `${accounts} as supabase_auth_admin, and at its start ${AT_START} for a moment as the user of DATABASE_URL; ` +
    `two servers twice as many. A pooler has to allow them (PgBouncer for each user: default_pool_size ${requests} for ` +
    `one server, ${2 * requests} for two), and so has Postgres (max_connections). Raise these, or lower ${lower}.`
  )
}
