import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, runToEnd } from '../lib/run.mjs'

const RULES = join(ROOT, 'deploy', 'prometheus-alerts.yml')

/** Has Prometheus' own `promtool` check the alert rules; Debian's package is unpacked where it is not installed. */
export async function alerts() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-promtool-'))
  try {
    const { code, output } = await runToEnd(promtoolIn(folder), ['check', 'rules', RULES])
    const [, count = 'no'] = /(\d+) rules found/.exec(output) ?? []
    return {
      done: 'promtool checked the alert rules of deploy/',
      came: code === 0 ? `${count} rules, all valid` : output.trim().split('\n').at(-1),
      passed: code === 0 && Number(count) > 0,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function promtoolIn(folder) {
  try {
    return execFileSync('sh', ['-c', 'command -v promtool'], { encoding: 'utf8' }).trim()
  } catch {
    execFileSync('apt-get', ['download', '-qq', 'prometheus'], { cwd: folder, stdio: 'ignore' })
    execFileSync('sh', ['-c', 'dpkg-deb -x prometheus_*.deb .'], { cwd: folder })
    return join(folder, 'usr', 'bin', 'promtool')
  }
}
