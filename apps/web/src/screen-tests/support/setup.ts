import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { forgetApp } from './app.tsx'

/** `lazyComponent` asks for code only as long as it is not there; React for developers warns of that. */
const KNOWN = /This library called use\(\) to suspend in a previous render/

const complaints: string[] = []

beforeEach(async () => {
  await page.viewport(1280, 720)
  complaints.length = 0
  document.title = 'Cairn'
  document.documentElement.lang = 'en'
  for (const method of ['error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((...said) => {
      const text = said.map(String).join(' ')
      if (!KNOWN.test(text)) complaints.push(text)
    })
})

afterEach(async () => {
  await forgetApp()
  expect(complaints, 'The console stays silent.').toEqual([])
})
