import server from '../../../package.json' with { type: 'json' }

export const VERSION: string = server.version
