import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'

const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

const STORAGE_KEY = 'density'
const storedDensity = z.catch(z.enum(DENSITIES), 'compact')

const listeners = new Set<() => void>()

/** How close together the rows of tables stand; compact until the user chooses. This browser remembers it. */
export function useDensity(): Density {
  return useSyncExternalStore(follow, () => storedDensity.parse(localStorage.getItem(STORAGE_KEY)))
}

export function chooseDensity(density: Density): void {
  localStorage.setItem(STORAGE_KEY, density)
  for (const listener of listeners) listener()
}

/** Hears choices of this tab and of others. */
function follow(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
