import { CardPage } from './card-page.tsx'

export function SignUpPage() {
  return <CardPage title="Register your business">{null}</CardPage>
}
