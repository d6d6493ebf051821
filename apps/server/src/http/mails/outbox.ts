import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import PostalMime, { type Email } from 'postal-mime'
import type { Env } from '../request/context.ts'
import { NOT_FOUND, problemResponse } from '../request/problems.ts'

const NEWEST = 100

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#e4e4e7, #2e2e33); --quiet: light-dark(#63636b, #a0a0a8) }
body { font: 14px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.25rem } h1, p { margin: 0 0 .5rem }
.quiet { color: var(--quiet) }
ul { list-style: none; margin: 1.5rem 0; padding: 0; border-top: 1px solid var(--line) }
li { border-bottom: 1px solid var(--line) }
li a { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .75rem 0; color: inherit; text-decoration: none }
li a:hover strong { text-decoration: underline }
li time { margin-left: auto }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 8px; background: #fff }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 8px; padding: 1rem }
`

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** The style sheet is behind the door too. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

/** A mail may style itself and open its links in a new tab; it runs nothing and loads nothing. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** The answer to a caller without the key: directions for a person, not found for a program. */
export function closedOutbox(c: Context<Env>): Response | Promise<Response> {
  if (!(c.req.header('accept') ?? '').includes('text/html')) return problemResponse(c.req.path, NOT_FOUND)
  return c.html(page('Outbox', whereToLook()), 404, { 'content-security-policy': CLOSED_POLICY })
}

/** Where mail can be read while no mail server is configured: a list and the messages, for whom the door lets in. */
export function outbox(folder: string, door: MiddlewareHandler<Env>): Hono<Env> {
  const app = new Hono<Env>()
  app.use(door)
  app.get('/', async (c) => {
    const files = await messageFiles(folder)
    const messages = await Promise.all(
      files.slice(0, NEWEST).map(async (file) => ({ file, ...(await read(folder, file)) })),
    )
    return c.html(page('Outbox', list(messages)), 200, { 'content-security-policy': PAGE_POLICY })
  })
  app.get('/style.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css' }))
  app.get('/:file', async (c) => {
    const message = await find(folder, c.req.param('file'))
    if (message === null) return problemResponse(c.req.path, NOT_FOUND)
    const title = message.subject ?? 'Without a subject'
    return c.html(page(title, letter(message, c.req.param('file'))), 200, {
      'content-security-policy': PAGE_POLICY,
    })
  })
  app.get('/:file/html', async (c) => {
    const message = await find(folder, c.req.param('file'))
    if (message?.html === undefined) return problemResponse(c.req.path, NOT_FOUND)
    return c.html(withLinksInNewTabs(message.html), 200, { 'content-security-policy': MAIL_POLICY })
  })
  return app
}

/** Answers where mail is sent by SMTP: there is no outbox, and its address does not show a screen of the app either. */
export function noOutbox(): Hono<Env> {
  return new Hono<Env>().all('/*', (c) => problemResponse(c.req.path, NOT_FOUND))
}

async function messageFiles(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => [])
  return files
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .reverse()
}

/** A message by its file's name. Only names that the folder lists are opened. */
async function find(folder: string, file: string): Promise<Email | null> {
  return (await messageFiles(folder)).includes(file) ? read(folder, file) : null
}

async function read(folder: string, file: string): Promise<Email> {
  return PostalMime.parse(await readFile(join(folder, file)))
}

function withLinksInNewTabs(content: string): string {
  return `<base target="_blank">${content}`
}

type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

function page(title: string, content: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Cairn</title>
        <link rel="stylesheet" href="/outbox/style.css" />
      </head>
      <body>
        ${content}
      </body>
    </html>`
}

function whereToLook(): Markup {
  return html`<h1>This browser does not have the key of the outbox</h1>
    <p>
      Cairn printed a link when it started: in the terminal, or in the log of the service. Open that link in this
      browser, then come back. The key is good until the next start.
    </p>
    <p><a href="/">Back to Cairn</a></p>`
}

function list(messages: readonly (Email & { file: string })[]): Markup {
  const rows = messages.map(
    (message) =>
      html`<li>
        <a href="/outbox/${message.file}">
          <strong>${message.subject}</strong> <span class="quiet">to ${recipients(message)}</span>
          <time class="quiet">${sentAt(message)}</time>
        </a>
      </li>`,
  )
  return html`<h1>Outbox</h1>
    <p class="quiet">
      No mail server is configured (SMTP_URL), so messages are kept here instead of being sent. Only a browser that has
      opened the link of the start sees this page.
    </p>
    ${rows.length === 0 ? html`<p>No messages yet.</p>` : html`<ul>${rows}</ul>`}`
}

function letter(message: Email, file: string): Markup {
  return html`<p><a href="/outbox">Outbox</a></p>
    <h1>${message.subject}</h1>
    <p class="quiet">to ${recipients(message)} · ${sentAt(message)}</p>
    ${
      message.html === undefined
        ? html`<pre>${message.text ?? ''}</pre>`
        : html`<iframe src="/outbox/${file}/html" title="The message" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
    }`
}

function recipients(message: Email): string {
  return (message.to ?? []).map((to) => to.address ?? to.name).join(', ')
}

function sentAt({ date }: Email): string {
  return date === undefined ? '' : new Date(date).toUTCString()
}
