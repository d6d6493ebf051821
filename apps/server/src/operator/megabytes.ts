/** Bytes as an operator reads them: `20.2`, in millions. */
export const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1)
