import { texts } from "../../texts/texts.ts";
import { useAutomaticSignIn } from "./automatic.ts";
import { SignInForm } from "./sign-in-form.tsx";

const words = texts.signIn;

export function SignIn({ onSignedIn }: { readonly onSignedIn: () => void }) {
  useAutomaticSignIn();
  return (
    <main className="sign-in" id="main">
      <h1>{words.title}</h1>
      <p className="lead">{words.lead}</p>
      <SignInForm onSignedIn={onSignedIn} />
      <p className="fine">{words.where}</p>
    </main>
  );
}
