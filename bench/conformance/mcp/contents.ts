/** The files that the suite requires of tools, prompts and resources: the smallest of their kinds. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

export const text = (said: string) => ({ type: 'text' as const, text: said })

export const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }

export const audio = { type: 'audio' as const, data: WAV, mimeType: 'audio/wav' }

export const binary = { blob: PNG, mimeType: 'image/png' }

export const resource = (uri: string, said: string, mimeType = 'text/plain') => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: said },
})
