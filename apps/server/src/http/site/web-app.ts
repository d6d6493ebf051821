import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import type { Env } from '../request/context.ts'
import { NOT_FOUND, problemResponse } from '../request/problems.ts'
import { pagePolicy } from './security-headers.ts'

/** The configuration in the page: the value of its meta element `cairn-config`. */
export interface PageConfig {
  /** Null: the address that the page came from. */
  url: string | null
  key: string
  /** Whether mail leaves this server; without a mail server it is kept. */
  sendsMail: boolean
  /** Where the operator at this machine reads the mail that is kept. */
  outbox: string | null
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

/** Encodings that the build prepares, best first. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

type Bytes = Uint8Array<ArrayBuffer>

interface Asset {
  type: string
  cacheControl: string
  plain: Bytes
  encoded: ReadonlyMap<string, Bytes>
}

const ONE_YEAR_UNCHANGED = 'public, max-age=31536000, immutable'

/** Reads the built app once; nothing outside of it can be asked for, whatever a path looks like. */
function readAssets(folder: string): Map<string, Asset> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const known = new Set(paths)
  const assets = new Map<string, Asset>()
  for (const path of paths) {
    const type = TYPES[extname(path)]
    if (type === undefined) continue
    const encoded = ENCODINGS.filter(({ suffix }) => known.has(path + suffix))
    const address = `/${relative(folder, path).split(sep).join('/')}`
    assets.set(address, {
      type,
      cacheControl: address.startsWith('/assets/') ? ONE_YEAR_UNCHANGED : 'no-cache',
      plain: new Uint8Array(readFileSync(path)),
      encoded: new Map(
        encoded.map(({ name, suffix }) => [name, new Uint8Array(readFileSync(path + suffix))]),
      ),
    })
  }
  return assets
}

/**
 * The page with its configuration filled in. As an attribute it needs no script, so the policy can forbid inline ones.
 */
export function pageWithConfig(html: string, config: PageConfig): string {
  const value = JSON.stringify(config)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
  // A function: a replacement text would give "$" a meaning.
  return html.replace(
    /(<meta name="cairn-config" content=")[^"]*(")/,
    (_, before, after) => before + value + after,
  )
}

/** The reference of the API, and the address in it that stands for that of an installation. */
const REFERENCE = '/docs/api/openapi.json'
const EXAMPLE_ADDRESS = 'https://cairn.example'

/** The reference with the address of this installation: programs that are made of it call this one. */
function atThisAddress(reference: Asset, publicUrl: string): Asset {
  const text = new TextDecoder().decode(reference.plain)
  const plain = new TextEncoder().encode(text.replaceAll(EXAMPLE_ADDRESS, publicUrl.replace(/\/$/, '')))
  return { ...reference, plain, encoded: new Map([['gzip', new Uint8Array(gzipSync(plain))]]) }
}

/** Paths that belong to no screen: a file, a hidden or parent folder, an encoded slash, where monitors look for figures. */
const NOT_A_SCREEN = /^\/assets\/|^\/metrics$|\.[a-z0-9]+$|(?:^|\/)\.|\/\/|\\|%2f|%5c/i

/** Serves the built web app: hashed files for a year, the page for every address that is not a file. */
export function webApp(options: { folder: string; publicUrl: string; page: PageConfig }): Hono<Env> {
  const assets = readAssets(options.folder)
  const source = assets.get('/index.html')
  if (source === undefined) throw new Error(`The web app is not built: ${options.folder} has no index.html.`)
  const page = pageWithConfig(new TextDecoder().decode(source.plain), options.page)
  assets.delete('/index.html')
  const reference = assets.get(REFERENCE)
  if (reference !== undefined) assets.set(REFERENCE, atThisAddress(reference, options.publicUrl))

  const app = new Hono<Env>()
  app.on(['GET', 'HEAD'], '*', (c) => {
    const asset = assets.get(c.req.path)
    if (asset !== undefined) return assetResponse(asset, c.req.header('accept-encoding') ?? '')
    if (NOT_A_SCREEN.test(c.req.path) || !takesPages(c.req.header('accept')))
      return problemResponse(c.req.path, NOT_FOUND)
    return c.html(page, 200, {
      'cache-control': 'no-cache',
      'content-security-policy': pagePolicy(options.publicUrl),
    })
  })
  return app
}

/** Whether a caller can read a page. A program that asks for JSON alone gets an answer that there is nothing. */
function takesPages(accept = '*/*'): boolean {
  return /text\/(?:html|\*)|\*\/\*/i.test(accept)
}

function assetResponse(asset: Asset, acceptEncoding: string): Response {
  const accepted = new Set(acceptEncoding.split(',').map((entry) => entry.trim().split(';')[0]))
  const headers = { 'content-type': asset.type, 'cache-control': asset.cacheControl, vary: 'accept-encoding' }
  for (const [encoding, bytes] of asset.encoded) {
    if (accepted.has(encoding))
      return new Response(bytes, { headers: { ...headers, 'content-encoding': encoding } })
  }
  return new Response(asset.plain, { headers })
}
