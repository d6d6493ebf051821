import { vi } from 'vitest'

/** The suite is written for Jest; what it uses of it has the same names here. */
Object.assign(globalThis, { jest: vi })
