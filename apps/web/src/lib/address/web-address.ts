const MAX_LENGTH = 2000

/** http or https and a host, then no white space and no user name or password. As the database has it. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}<>"\\^`{|}/?#@]+([/?#][^\s\p{Cc}<>"\\^`{|}]*)?$/iu

/** Whether a text is a web address that may be stored as a link: http or https, without user name and password in it. */
export function isWebAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && WEB_ADDRESS.test(text) && URL.canParse(text)
}

/** The address to link to; null for a text that is none, and that no link may lead to. */
export function webAddress(text: string): URL | null {
  return isWebAddress(text) ? new URL(text) : null
}
