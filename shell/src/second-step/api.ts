import type {
  ConfirmApp,
  ConfirmPasskey,
  LoginResponse,
  NewApp,
  NewPasskey,
  OwnSecondStep,
  PasswordAndSecondStep,
  RecoveryCodes,
  RemoveFactor,
  SignInSettings,
  TakeSecondStep,
  UpdateSignInSettings,
} from '@mms/contracts'
import { areaKeys, http, useQuery, useQueryClient } from '@mms/sdk'
import { request } from '@mms/sdk/host'
import { useGet } from '@mms/sdk/queries'

const SIGN_IN = '/api/auth/login/second-step'
const OWN = '/api/auth/second-step'
const SETTINGS = '/api/auth/settings'
const keys = areaKeys('shell')
const ownKey = keys('second-step')
const settingsKey = keys('sign-in-settings')
const usersKey = keys('second-steps')

export const takeSecondStep = async (body: TakeSecondStep) =>
  (await request<LoginResponse>('POST', SIGN_IN, { body })).data

export const useAppSetUp = (challenge: string) =>
  useQuery({
    queryKey: keys('set-up', challenge),
    queryFn: async () => (await request<NewApp>('POST', `${SIGN_IN}/set-up`, { body: { challenge } })).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const confirmAppSetUp = async (body: ConfirmApp) =>
  (await request<LoginResponse & RecoveryCodes>('POST', `${SIGN_IN}/set-up/confirm`, { body })).data

const postOwn = async <T>(path: string, body: unknown) =>
  (await http.post<T>(`${OWN}/${path}`, { body, quiet: true })).data

export const beginAuthenticatorApp = (body: PasswordAndSecondStep) => postOwn<NewApp>('app', body)
export const confirmAuthenticatorApp = (body: ConfirmApp) => postOwn<RecoveryCodes>('app/confirm', body)
export const beginPasskey = (body: PasswordAndSecondStep) => postOwn<NewPasskey>('passkeys', body)
export const confirmPasskey = (body: ConfirmPasskey) => postOwn<RecoveryCodes>('passkeys/confirm', body)
export const renewRecoveryCodes = (body: PasswordAndSecondStep) =>
  postOwn<RecoveryCodes>('recovery-codes', body)
export const removeFactor = (body: RemoveFactor) => postOwn<void>('remove', body)

export const useOwnSecondStep = () => useGet<OwnSecondStep>(ownKey, OWN)

export const useUsersWithSecondStep = () => useGet<string[]>(usersKey, '/api/users/second-steps')

export const removeSecondStepOf = (userId: string) =>
  http.delete(`/api/users/${userId}/second-step`, { quiet: true })

export const useSignInSettings = () => useGet<SignInSettings>(settingsKey, SETTINGS)

export const saveSignInSettings = (body: UpdateSignInSettings) => http.put(SETTINGS, { body, quiet: true })

export function useRefreshSecondSteps() {
  const client = useQueryClient()
  return async () => {
    for (const queryKey of [ownKey, usersKey, settingsKey]) await client.invalidateQueries({ queryKey })
  }
}
