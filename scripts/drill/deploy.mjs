import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, runToEnd } from '../lib/run.mjs'
import { ensureProgram, notRun } from './debian.mjs'
import { linesOfDeploying } from './documented-step.mjs'
import { hasProxy, PROXIES } from './proxies.mjs'

const ANALYZE = '/usr/bin/systemd-analyze'
const UNIT = join(ROOT, 'deploy', 'cairn.service')
/** The highest exposure that `systemd-analyze security` may find; a unit without any hardening has 9.6. */
const MOST_EXPOSED = 2
const CADDY = PROXIES.find(({ name }) => name === 'Caddy')

/**
 * Has systemd read the unit of `deploy` and say how exposed it is, without starting it, and has Caddy read the file that
 * the lines of docs/operate/deploy.md make for one machine.
 */
export async function deploy() {
  if (!(await ensureProgram(ANALYZE, 'systemd'))) return notRun('there is no systemd-analyze here')
  const { exposed, faults } = await looksOfUnit()
  const caddy = (await hasProxy(CADDY)) ? await faultsOfCaddyfile() : []
  const all = [...faults, ...caddy]
  return {
    done: 'systemd-analyze read the unit of deploy/, and Caddy the file for one machine',
    came: [`exposure ${exposed} of at most ${MOST_EXPOSED.toFixed(1)}`, ...all].join('; '),
    passed: exposed <= MOST_EXPOSED && all.length === 0,
  }
}

async function looksOfUnit() {
  const security = await runToEnd(ANALYZE, ['security', '--offline=true', '--no-pager', UNIT])
  const [, found] = /exposure level for cairn\.service: ([\d.]+)/.exec(security.output) ?? []
  return { exposed: Number(found), faults: await faultsOfUnit() }
}

/** The parts of the unit that systemd does not understand. Its program replaces Node's, which may be missing here. */
async function faultsOfUnit() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-unit-'))
  try {
    const path = join(folder, 'cairn.service')
    writeFileSync(
      path,
      readFileSync(UNIT, 'utf8').replace('/opt/node/bin/node', () => process.execPath),
    )
    const { code, output } = await runToEnd(ANALYZE, ['verify', '--man=no', path])
    return code === 0 && !output.includes(path) && !output.includes('Unknown') ? [] : [output.trim()]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs the line of docs/operate/deploy.md that makes the Caddyfile, with other paths, and has Caddy check the file. */
async function faultsOfCaddyfile() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-caddy-'))
  try {
    const made = join(folder, 'Caddyfile')
    const line = linesOfDeploying().find((one) => one.startsWith('sed '))
    const adapted = line.replace('/opt/cairn/current', () => ROOT).replace('/etc/caddy/Caddyfile', () => made)
    execFileSync('sh', ['-euc', adapted], { env: { PATH: process.env.PATH, site: 'cairn.orchard.example' } })
    const { code, output } = await runToEnd(CADDY.program, ['adapt', '--config', made])
    const serves = /"host":\["cairn\.orchard\.example"\]/.test(output)
    const leads = [...output.matchAll(/"dial":"([^"]+)"/g)].map(([, server]) => server)
    return code === 0 && serves && leads.join() === '127.0.0.1:3000' ? [] : [`Caddy: ${output.trim()}`]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
