/**
 * Stands in for the parts of the official client that this app does not use, realtime, storage and functions (see
 * vite.config.ts): they are nearly half of it. To use one of them, delete its class here and its alias there.
 */
const missing = (): never => {
  throw new Error('This service of the official client is left out of the build, see vite.config.ts.')
}

export class RealtimeClient {
  /** The client hands its token on at every change; there is no listener. */
  setAuth(): void {}
  getChannels(): readonly never[] {
    return []
  }
  channel = missing
  removeChannel = missing
  removeAllChannels = missing
}

export class StorageClient {
  from = missing
}

export class StorageApiError extends Error {}

export class FunctionsClient {
  invoke = missing
}

export class FunctionsError extends Error {}
export class FunctionsFetchError extends FunctionsError {}
export class FunctionsHttpError extends FunctionsError {}
export class FunctionsRelayError extends FunctionsError {}
export const FunctionRegion = {}
