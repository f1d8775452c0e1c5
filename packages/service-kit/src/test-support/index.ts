export { isEmbedded } from '../database/open.ts'
export { acceptInProcess } from '../http/in-process.ts'
export {
  callerOf,
  startApp,
  type TestAnswer,
  type TestCaller,
  type TestClient,
  type TestRequest,
  testMode,
} from './app.ts'
export {
  type ClusteredDatabase,
  createMeeting,
  expectOneAtATime,
  nextCatchUp,
  openClustered,
} from './clustered.ts'
export { type OpenTestDatabase, type TestDatabase, testDatabases } from './databases.ts'
export { type Galera, startGalera } from './galera.ts'
export type { GaleraNode } from './galera-node.ts'
export { type MariaDb, type MariaDbOptions, startMariaDb } from './mariadb.ts'
export { migrateForTest } from './migrated.ts'
export { movedClock } from './moved-clock.ts'
export { startNeighbour } from './neighbour.ts'
export { openForTests } from './open-for-tests.ts'
export { localOutbound, localPolicy } from './outbound.ts'
export { explain, type Plan } from './plan.ts'
export { ofEveryProgram, type ServiceProcess, startProcess } from './process.ts'
export { publishKeys } from './published-keys.ts'
export { testSchema } from './schema.ts'
export { besideReplica, type OpenService, type OpenServiceOptions, openService } from './service.ts'
export { statementsOf } from './statements.ts'
export { type StoreDay, shifted, storeDays } from './store-days.ts'
export { identityKeys, type TestTokenOptions, type TestTokens, testTokens } from './tokens.ts'
