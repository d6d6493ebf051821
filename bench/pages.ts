import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { type Browser, chromium } from '@playwright/test'
import postgres from 'postgres'
import { heading, kilobytes, line } from './support/print.ts'

const DIST = join(import.meta.dirname, '..', 'apps', 'web', 'dist')

/** The scripts that a first visit loads, as bytes of gzip: what the browser asked for, weighed on disk. */
export async function measurePages(): Promise<void> {
  heading('First load, JavaScript as gzip')
  const server = await startServerProcess()
  const executablePath = process.env['CAIRN_CHROMIUM']
  const browser = await chromium.launch({
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    line('/auth', kilobytes(await weighSignIn(server, browser)), '150 kB')
    line('/ as a member', kilobytes(await weighDashboard(server, browser)), '220 kB')
  } finally {
    await browser.close()
    await server.dispose()
  }
}

async function weighSignIn(server: ServerProcess, browser: Browser): Promise<number> {
  const page = await browser.newPage({ baseURL: server.url })
  const scripts = scriptsOf(page)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  return weigh(scripts)
}

/** A member who comes back with a session and an empty cache. */
async function weighDashboard(server: ServerProcess, browser: Browser): Promise<number> {
  const database = postgres({ ...server.admin(), ssl: false, max: 1 })
  const person = await arrangePerson(database, { email: 'ada@bench.example', name: 'Ada Example' })
  await database.end()
  const first = await browser.newContext({ baseURL: server.url })
  const signIn = await first.newPage()
  await signIn.goto('/auth')
  await signIn.getByLabel('Email', { exact: true }).fill(person.email)
  await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signIn.getByRole('button', { name: 'Sign In', exact: true }).click()
  await signIn.getByRole('heading', { name: 'Dashboard' }).waitFor()

  const again = await browser.newContext({ baseURL: server.url, storageState: await first.storageState() })
  const page = await again.newPage()
  const scripts = scriptsOf(page)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.waitForLoadState('networkidle')
  return weigh(scripts)
}

function scriptsOf(page: import('@playwright/test').Page): Set<string> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  })
  return scripts
}

function weigh(scripts: ReadonlySet<string>): number {
  const sizes = [...scripts].map((pathname) => {
    const compressed = join(DIST, `${pathname}.gz`)
    return statSync(existsSync(compressed) ? compressed : join(DIST, pathname)).size
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}
