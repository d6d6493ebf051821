declare global {
  /** The requests that `public/early.js` sent while the app's code was loading: their token, and their answers. */
  var cairnAhead: { token: string; answers: Map<string, Promise<Response>> } | undefined
}

/**
 * Wraps `fetch` so that a request which the page has sent ahead is not sent again. An answer is given once, to the user
 * in whose name it was asked for; a failed one is forgotten, and the request sent as usual.
 */
export function withPrefetchedAnswers(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await takePrefetched(input, init)
    return answer?.ok ? answer : send(input, init)
  }
}

async function takePrefetched(
  input: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<Response | null> {
  const ahead = globalThis.cairnAhead
  if (ahead === undefined || ahead.answers.size === 0 || input instanceof Request) return null
  const { pathname, search } = new URL(input)
  const name = `${init?.method ?? 'GET'} ${pathname}${search}`
  const answer = ahead.answers.get(name)
  if (answer === undefined) return null
  ahead.answers.delete(name)
  const isSameUser = new Headers(init?.headers).get('authorization') === `Bearer ${ahead.token}`
  return isSameUser ? answer.catch(() => null) : null
}
