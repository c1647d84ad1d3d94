/** Where the service is reached: the same place that this page came from. */
export const API = `${location.origin}/api/v1`
export const TOKEN_ENDPOINT = `${location.origin}/oauth/token`
export const OPENID_CONFIGURATION = `${location.origin}/oauth/.well-known/openid-configuration`
