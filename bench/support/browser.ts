import { type Browser, chromium } from '@playwright/test'

/** The browser of the machine, or the one that CAIRN_CHROMIUM names. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CAIRN_CHROMIUM']
  return chromium.launch({
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
}
