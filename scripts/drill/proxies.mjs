import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@cairn/testing/free-port'
import { ROOT } from '../lib/run.mjs'
import { ensureProgram } from './debian.mjs'

const ANSWERS_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 50

/** The proxies of `deploy`, each with the changes of its file for a drill: other addresses, no TLS. */
export const PROXIES = [
  {
    name: 'HAProxy',
    program: '/usr/sbin/haproxy',
    aptPackage: 'haproxy',
    file: 'haproxy.cfg',
    adapt: ({ port, other }) => [
      ['bind :80\n', `bind 127.0.0.1:${other}\n`],
      ['bind :443 ssl crt /etc/haproxy/cairn.pem alpn h2,http/1.1\n', `bind 127.0.0.1:${port}\n`],
    ],
    around: (text, { statistics }) =>
      `${text}\nlisten statistics\n  bind 127.0.0.1:${statistics}\n  stats enable\n  stats uri /\n`,
    parameters: (path) => ['-db', '-f', path],
    allUp: ({ statistics }) => allUpIn(statistics),
  },
  {
    name: 'nginx',
    program: '/usr/sbin/nginx',
    aptPackage: 'nginx-light',
    file: 'nginx.conf',
    adapt: ({ port, other }) => [
      ['listen 80;', `listen 127.0.0.1:${other};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
      ['  ssl_certificate /etc/ssl/cairn/fullchain.pem;\n', ''],
      ['  ssl_certificate_key /etc/ssl/cairn/privkey.pem;\n', ''],
    ],
    around: (text, { folder }) => {
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const temporary = paths.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')
      const main = `user root;\nworker_processes 2;\ndaemon off;\npid ${join(folder, 'pid')};\nevents {}`
      return `${main}\nhttp {\naccess_log off;\n${temporary}\n${text}}\n`
    },
    parameters: (path, folder) => ['-e', join(folder, 'error.log'), '-c', path],
    // The proxy checks no server: it finds out with a request.
    allUp: async () => {},
  },
  {
    name: 'Caddy',
    program: '/usr/bin/caddy',
    aptPackage: 'caddy',
    file: 'Caddyfile',
    adapt: ({ port }) => [['\ncairn.example.com {', `\nhttp://127.0.0.1:${port} {`]],
    around: (text) => `{\n\tadmin off\n\tauto_https off\n}\n${text}`,
    parameters: (path) => ['run', '--adapter', 'caddyfile', '--config', path],
    // The proxy checks each server once a second; the next one serves on for longer than that.
    allUp: async () => {},
  },
]

/** The proxy that reports the states of its servers. */
export const HAPROXY = PROXIES[0]

/** Whether this machine has the program, or could install it. */
export const hasProxy = ({ program, aptPackage }) => ensureProgram(program, aptPackage)

/**
 * Starts a proxy with its file of `deploy` on a port, in front of two servers on others. `allUp` resolves when it sends
 * requests to both, as far as it says.
 */
export async function startProxy(proxy, port, [one, two]) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-proxy-'))
  chmodSync(folder, 0o755)
  const places = { folder, port, other: await freePort(), statistics: await freePort() }
  const path = join(folder, proxy.file)
  const replaced = [
    ...proxy.adapt(places),
    ['10.0.0.11:3000', `127.0.0.1:${one}`],
    ['10.0.0.12:3000', `127.0.0.1:${two}`],
  ]
  const text = readFileSync(join(ROOT, 'deploy', proxy.file), 'utf8')
  writeFileSync(path, proxy.around(replaced.reduce(withReplaced, text), places))
  const child = spawn(proxy.program, proxy.parameters(path, folder), {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder },
  })
  const url = `http://127.0.0.1:${port}`
  await answers(url, child, proxy.name)
  await proxy.allUp(places)
  return {
    url,
    allUp: () => proxy.allUp(places),
    async end() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Replaces a text in a file; a file without the expected text is another one than the drill must try. */
function withReplaced(text, [what, by]) {
  if (text.split(what).length !== 2) throw new Error(`A file of deploy does not have ${what} once.`)
  return text.replace(what, () => by)
}

async function answers(url, child, name) {
  const deadline = performance.now() + ANSWERS_WITHIN_MS
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${name} did not start.`)
    await wait(LOOK_AGAIN_MS)
  }
}

/** Resolves when HAProxy sends requests to every server. */
async function allUpIn(statistics) {
  const deadline = performance.now() + ANSWERS_WITHIN_MS
  for (;;) {
    const found = await states(statistics)
    if (found.every((state) => state.startsWith('UP'))) return
    if (performance.now() > deadline)
      throw new Error(`HAProxy does not find every server ready: ${found.join(', ')}.`)
    await wait(LOOK_AGAIN_MS)
  }
}

/** The states of the servers in HAProxy with what its last check found; one unknown state as long as it does not answer. */
async function states(statistics) {
  const csv = await fetch(`http://127.0.0.1:${statistics}/;csv`).then(
    (answer) => answer.text(),
    () => '',
  )
  const [head = '', ...lines] = csv.split('\n').map((line) => line.split(','))
  const columns = ['status', 'check_status', 'check_code', 'last_chk'].map((name) => head.indexOf(name))
  const found = lines
    .filter(([backend, name]) => backend === 'cairn' && name !== 'BACKEND')
    .map((line) =>
      columns
        .map((at) => line[at])
        .filter(Boolean)
        .join(' '),
    )
  return found.length === 0 ? ['unknown'] : found
}
