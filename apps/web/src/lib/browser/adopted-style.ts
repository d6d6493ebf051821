import { useEffect } from 'react'

/**
 * Stands in for the package `react-style-singleton` (see vite.config.ts), through which Radix locks scrolling behind a
 * dialog. The original adds a <style> element, which `style-src 'self'` forbids; an adopted style sheet is allowed.
 */
interface SharedSheet {
  add(css: string): void
  remove(): void
}

/** A style sheet that is in force while at least one caller has added it. */
export function stylesheetSingleton(): SharedSheet {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return {
    add(css) {
      users += 1
      if (sheet) return
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
    },
    remove() {
      users -= 1
      if (users > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
      sheet = null
    },
  }
}

/** The same as a hook: the style sheet is in force while the component is mounted. */
export function styleHookSingleton(): (css: string) => void {
  const sheet = stylesheetSingleton()
  return (css) => {
    useEffect(() => {
      sheet.add(css)
      return () => sheet.remove()
    }, [css])
  }
}

/** The same as a component. */
export function styleSingleton(): (props: { styles: string }) => null {
  const useStyle = styleHookSingleton()
  return ({ styles }) => {
    useStyle(styles)
    return null
  }
}
