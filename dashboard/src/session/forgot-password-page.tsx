import { CardPage } from './card-page.tsx'

export function ForgotPasswordPage() {
  return <CardPage title="Forgotten password">{null}</CardPage>
}
