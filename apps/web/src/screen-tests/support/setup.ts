import { afterEach, beforeEach, expect, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { forgetApp } from './app.tsx'
import { hear, surprises } from './complaints.ts'

beforeEach(async () => {
  await page.viewport(1280, 720)
  await commands.emulateMedia({
    media: 'screen',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    forcedColors: 'none',
  })
  document.title = 'Cairn'
  document.documentElement.lang = 'en'
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(hear)
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await forgetApp()
  expect(surprises(), 'The console stays silent.').toEqual([])
})
