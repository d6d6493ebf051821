import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')
/** Dockerfile's instructions without comments, one a line. */
const instructions = read('Dockerfile')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const values = (instruction: string, lines = instructions) =>
  lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))
const finalStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')))
const words = z.array(z.string())
const command = (text: string | undefined) => words.parse(JSON.parse(/\[.*\]$/.exec(text ?? '')?.[0] ?? ''))

describe('the image', () => {
  it('is built on one base, which a build argument pins', () => {
    expect(values('ARG')).toEqual([expect.stringMatching(/^BASE=node:/)])
    expect(values('FROM')).toEqual([`\${BASE} AS build`, `\${BASE}`])
  })

  it('holds the extracted release and nothing else of the project', () => {
    expect(values('COPY', finalStage)).toEqual(['--from=build /release ./'])
    const [pack = ''] = values('RUN')
    expect(pack).toBe(
      'npm run release -- /release.tar.gz && mkdir /release && tar -xzf /release.tar.gz --strip-components=1 -C /release',
    )
    for (const ignored of ['.git', '.cairn', '.cache', 'release', '**/node_modules', '**/dist'])
      expect(read('.dockerignore').split('\n')).toContain(ignored)
  })

  it('starts a file of the release, as a user who is not root', () => {
    expect(values('USER', finalStage)).toEqual(['node'])
    const [node, program = ''] = command(values('CMD', finalStage)[0])
    expect(node).toBe('node')
    expect(existsSync(join(ROOT, 'scripts', 'release', 'shipped', program))).toBe(true)
  })
})

const cairn = z
  .object({
    services: z.object({
      cairn: z.looseObject({ healthcheck: z.object({ test: words }).catchall(z.unknown()) }),
    }),
  })
  .parse(parse(read('compose.yaml'))).services.cairn

it('compose.yaml starts the container again, and asks for its health as the image does, after time for the start', () => {
  expect(cairn).toMatchObject({ restart: 'unless-stopped', init: true })
  const { test, ...times } = cairn.healthcheck
  const [image = ''] = values('HEALTHCHECK', finalStage)
  expect(test).toEqual(['CMD', ...command(image)])
  expect(times).toEqual({ interval: '10s', timeout: '3s', start_period: '2m', retries: 3 })
  const options = [...image.matchAll(/--([a-z-]+)=(\S+)/g)].map(([, name = '', value]) => [
    name.replace('-', '_'),
    value,
  ])
  expect(Object.fromEntries(options)).toEqual({ ...times, retries: '3' })
})

it('compose.yaml publishes on loopback and gives the container no more than it needs', () => {
  expect(cairn).toMatchObject({
    ports: ['127.0.0.1:3000:3000'],
    volumes: ['data:/data'],
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: expect.stringMatching(/^\d+[mg]$/),
  })
})

it.each([
  [200, 0],
  [503, 1],
])('the image is healthy by the answer of /readyz: %d makes its check end with %d', async (status, code) => {
  const server = createServer((request, answer) => {
    answer.writeHead(request.url === '/readyz' ? status : 404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const port = z.object({ port: z.number() }).parse(server.address()).port
    const [node = '', ...parameters] = command(values('HEALTHCHECK', finalStage)[0])
    const check = spawn(node, parameters, { env: { PATH: process.env['PATH'], PORT: String(port) } })
    expect(await once(check, 'exit')).toEqual([code, null])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
