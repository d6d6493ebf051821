/** The parts of a zip file that archives use. Source: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export const ZIP = {
  localHeader: 0x04034b50,
  descriptor: 0x08074b50,
  centralHeader: 0x02014b50,
  end: 0x06054b50,
  /** Sizes follow the data (bit 3), and names are UTF-8 (bit 11). */
  flags: 0x0808,
  stored: 0,
  deflated: 8,
  version: 20,
  localHeaderBytes: 30,
  centralHeaderBytes: 46,
  endBytes: 22,
  /** Beyond this a file needs Zip64, which archives do without. */
  mostBytes: 0xffffffff,
} as const
