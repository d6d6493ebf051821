/** An empty segment, a dot segment, a needlessly encoded character (RFC 3986, 2.3), or a percent sign that encodes none. */
const NOT_PLAIN =
  /\/\/|\/\.{1,2}(?:\/|$)|%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|(?![\da-f]{2}))/i

/** Returns whether a path is written in its one plain form. An encoded slash and a slash at the end are plain. */
export const isPlainPath = (path: string): boolean => path.startsWith('/') && !NOT_PLAIN.test(path)
