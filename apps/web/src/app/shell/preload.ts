import { createContext, useContext } from 'react'

/** Starts to fetch everything that an address needs, side by side. */
export type Preload = (pathname: string) => void

const PreloadContext = createContext<Preload>(() => undefined)

/** Lets the shell fetch screens ahead of a press without knowing them: they contain the shell. */
export const PreloadProvider = PreloadContext.Provider

export function usePreload(): Preload {
  return useContext(PreloadContext)
}
