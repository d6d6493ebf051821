const LOCAL_PART = /"[^"\n]*"|[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+/u
const DOMAIN = /\[[^\]\s]+\]|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/u
const ADDRESS = new RegExp(`(?:${LOCAL_PART.source})@(?:${DOMAIN.source})`, 'gu')

/** A text of which every mail address is left out: who was written to stays out of the log. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(ADDRESS, '<address>')
}
