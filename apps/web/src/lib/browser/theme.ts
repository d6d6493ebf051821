import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'

const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'theme'
const storedTheme = z.catch(z.enum(THEMES), 'system')
const DARK_SYSTEM = '(prefers-color-scheme: dark)'

/** The chosen theme; 'system' until the user chooses. `public/early.js` reads the same before the first paint. */
function currentTheme(): Theme {
  return storedTheme.parse(localStorage.getItem(STORAGE_KEY))
}

const listeners = new Set<() => void>()

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(STORAGE_KEY, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

function applyTheme(): void {
  const theme = currentTheme()
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia(DARK_SYSTEM).matches)
  document.documentElement.classList.toggle('dark', isDark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#0d0f13' : '#fbfbfd')
}

/** Keeps the page in step with the system's setting and with choices made in other tabs. */
export function followTheme(): void {
  applyTheme()
  matchMedia(DARK_SYSTEM).addEventListener('change', applyTheme)
  // Paper is light.
  addEventListener('beforeprint', () => document.documentElement.classList.remove('dark'))
  addEventListener('afterprint', applyTheme)
  addEventListener('storage', ({ key }) => {
    if (key !== STORAGE_KEY) return
    applyTheme()
    for (const listener of listeners) listener()
  })
}

/** The chosen theme, now and whenever it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentTheme)
}
