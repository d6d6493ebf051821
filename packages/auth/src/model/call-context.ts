/** The facts about a request that the server knows beside the request itself. */
export interface CallContext {
  /** The actual peer, or the address that a configured proxy reports. */
  clientAddress: string
  requestId: string
  /** The rights of the API key in the request. */
  apiRole: 'anon' | 'service_role'
}
