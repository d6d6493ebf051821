/** The code for signing up, loaded as one file: the form, and the notice that follows it. */
export { CheckYourMail } from './check-your-mail.tsx'
export { SignUpForm } from './sign-up-form.tsx'
