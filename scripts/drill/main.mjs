import { alerts } from './alerts.mjs'
import { backup } from './backup.mjs'
import { clock } from './clock.mjs'
import { clocks } from './clocks.mjs'
import { commits } from './commits.mjs'
import { deploy } from './deploy.mjs'
import { disk } from './disk.mjs'
import { failover } from './failover.mjs'
import { kill } from './kill.mjs'
import { mail } from './mail.mjs'
import { move } from './move.mjs'
import { pings } from './pings.mjs'
import { pointInTime } from './point-in-time.mjs'
import { poison } from './poison.mjs'
import { pooler } from './pooler.mjs'
import { release } from './release.mjs'
import { replicas } from './replicas.mjs'
import { restore } from './restore.mjs'
import { roll } from './roll.mjs'
import { stop } from './stop.mjs'
import { upgrade } from './upgrade.mjs'

/**
 * Each drill arranges its own servers, ends them all, and resolves with one row: what was done, what came of it, and
 * whether that is what it must be. Each takes less than two minutes: what a machine does not manage in that time the
 * row says. `short` asks for a form of a few seconds, `long` for all of it, whatever it takes.
 */
const DRILLS = {
  kill,
  pings,
  stop,
  roll,
  pooler,
  disk,
  clock,
  clocks,
  upgrade,
  release,
  restore,
  backup,
  'point-in-time': pointInTime,
  replicas,
  failover,
  mail,
  move,
  poison,
  alerts,
  deploy,
}

/** Takes long and looks back only: it runs where it is named. */
const ON_REQUEST = { commits }

const parameters = process.argv.slice(2)
const short = parameters.includes('--short')
const long = parameters.includes('--long')
const wanted = parameters.filter((name) => !name.startsWith('--'))
const known = { ...DRILLS, ...ON_REQUEST }
const unknown = wanted.filter((name) => !(name in known))
if (unknown.length > 0) {
  console.error(`There is no drill ${unknown.join(', ')}; there are ${Object.keys(known).join(', ')}.`)
  process.exit(1)
}

const rows = []
for (const [name, drill] of Object.entries(wanted.length > 0 ? known : DRILLS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const began = performance.now()
  const row = await drill({ short, long }).catch((error) => ({
    done: String(error),
    came: '',
    passed: false,
  }))
  rows.push({ name, ...row, seconds: Math.round((performance.now() - began) / 1000) })
}
console.log('\n| drill | what was done | what came of it | |\n|---|---|---|---|')
for (const { name, done, came, passed, seconds } of rows)
  console.log(`| ${name} | ${done} (${seconds} s) | ${came} | ${passed ? 'ok' : 'FAILED'} |`)
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1
