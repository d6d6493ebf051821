// Runs before the first paint, and while the app's own code is still on its way.
;(() => {
  /** A session that ends sooner is renewed first, by the official client. */
  const RENEWED_BEFORE_MS = 90_000
  /** Answers that nobody has taken by then are too old. */
  const KEPT_MS = 30_000
  /** Files that are here sooner came out of the browser's cache, or over a fast line. */
  const SOON_MS = 400
  const TYPEFACE = '1em "Inter Variable"'

  /** Reads what this page has stored; null where storage is closed to it. */
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const contentOf = (name) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''

  /** So that a dark page never flashes white. `src/lib/browser/theme.ts` takes over from here. */
  function setTheme() {
    const theme = stored('theme')
    const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
    document.documentElement.classList.toggle('dark', dark)
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0d0f13' : '#fbfbfd')
  }

  const addLink = (rel, href, attributes = {}) => {
    const link = Object.assign(document.createElement('link'), { rel, href, ...attributes })
    document.head.append(link)
    return link
  }

  /** Asks for the typeface ahead of the styles, which ask for it with the first text. */
  function askForTypeface() {
    const href = contentOf('cairn-typeface')
    const attributes = { as: 'font', type: 'font/woff2', crossOrigin: '', fetchPriority: 'low' }
    if (href) addLink('preload', href, attributes)
  }

  /**
   * Asks at once for the code and the first data where there is a session; a visitor needs none of it. On a slow line
   * the typeface waits for the code: text shows in the system's until then.
   */
  function askAhead() {
    const files = contentOf('cairn-ahead').split(' ').filter(Boolean)
    if (files.length === 0 || /^\/(?:auth|invitation)(?:\/|$)/.test(location.pathname))
      return askForTypeface()
    const { url, key } = JSON.parse(contentOf('cairn-config') || '{}')
    const service = new URL(url ?? location.origin)
    const session = stored(`sb-${service.hostname.split('.')[0]}-auth-token`)
    if (session === null) return askForTypeface()
    // The data first: a browser sends only six requests at a time.
    askForData(service.origin, key, session).catch(() => undefined)
    let awaited = files.length
    for (const href of files) {
      addLink('modulepreload', href).addEventListener('load', () => {
        awaited -= 1
        // By the styles' own rule: where they have asked meanwhile, this asks for nothing.
        if (awaited === 0 && performance.now() < SOON_MS) void document.fonts.load(TYPEFACE)
      })
    }
  }

  /** The database refuses everything to a user whose second factor this session has not seen. */
  function wantsSecondFactor({ factors = [] }, token) {
    const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')
    return factors.some(({ status }) => status === 'verified') && JSON.parse(atob(payload)).aal !== 'aal2'
  }

  /**
   * What every member's screen, and the dashboard, begins with, in one request. `workspace/supabase/fetch/prefetched-answers.ts`
   * takes the answers as those of the requests that they stand for; one that is not as it should be is asked for again
   * there, with all that is to be said about it.
   */
  async function askForData(origin, key, kept) {
    const { access_token: token, refresh_token: renewal, expires_at: expires, user } = JSON.parse(kept)
    // The official client throws away a session that lacks a part.
    if (!token || !renewal || !(expires * 1000 - Date.now() >= RENEWED_BEFORE_MS)) return
    if (wantsSecondFactor(user, token)) return
    const answers = new Map()
    globalThis.cairnAhead = { token, answers }
    setTimeout(() => answers.clear(), KEPT_MS)
    const isDashboard = /^\/(?:dashboard\/?)?$/.test(location.pathname)
    const screen = fetch(`${origin}/rest/v1/rpc/get_first_screen`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ with_dashboard: isDashboard }),
    }).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
    const keep = (method, path, part) => {
      const answer = screen.then((whole) => Response.json(part(whole)))
      answer.catch(() => undefined)
      answers.set(`${method} /rest/v1/${path}`, answer)
    }
    const own = `account_members?select=account_id%2Cpermission_level&user_id=eq.${user.id}&limit=1`
    keep('GET', own, ({ account_members }) => account_members)
    keep(
      'POST',
      'rpc/unread_notification_count',
      ({ unread_notification_count }) => unread_notification_count,
    )
    const cards = ['dashboard_counts', 'inbox', 'recent_activity', 'gaps', 'coverage']
    for (const card of isDashboard ? cards : [])
      keep('POST', `rpc/get_${card}`, ({ dashboard }) => dashboard[`get_${card}`])
    const { accounts } = await screen
    if (accounts === null) return
    const of = `account_id=eq.${accounts.id}`
    keep('GET', `accounts?select=id%2Cname&id=eq.${accounts.id}`, () => accounts)
    keep('GET', `app_features?select=id%2Cfeature_name%2Cenabled&${of}`, ({ app_features }) => app_features)
    keep(
      'GET',
      `appearance_settings?select=account_name%2Cdescription%2Clogo_url&${of}`,
      ({ appearance_settings }) => appearance_settings,
    )
  }

  setTheme()
  askAhead()
})()
