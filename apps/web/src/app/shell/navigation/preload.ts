import { createContext, useContext } from 'react'

/** Fetches the code of all parts of a screen in parallel, given its path. */
export type Preload = (pathname: string) => void

const PreloadContext = createContext<Preload>(() => undefined)

/** Lets the shell preload screens without importing the routes, which import the shell. */
export const PreloadProvider = PreloadContext.Provider

export function usePreload(): Preload {
  return useContext(PreloadContext)
}
