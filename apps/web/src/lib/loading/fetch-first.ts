const fetched = new Map<string, Promise<unknown>>()

/**
 * Stands in for the helper that Vite puts around each `import()` (see vite.config.ts): fetches the files of a part, and
 * only then imports it. Browsers remember for as long as the page lives that a module could not be loaded, and a part
 * whose connection was lost once could never be loaded again. What was fetched is imported from the browser's cache.
 * @param files the part's file and those that it imports, from the root of the app
 */
export async function fetchFirst<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => fetchOnce(`/${file}`)))
  return load()
}

/** @throws TypeError without a connection, Error where the file is missing: an upgrade has removed it */
function fetchOnce(path: string): Promise<unknown> | null {
  // The page itself has loaded these.
  if (document.querySelector(`link[href="${path}"],script[src="${path}"]`)) return null
  const known = fetched.get(path)
  if (known !== undefined) return known
  const fetching = fetch(path).then((answer) => {
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer.arrayBuffer()
  })
  fetched.set(path, fetching)
  fetching.catch(() => fetched.delete(path))
  return fetching
}
