// Decrypts or encrypts one file with the npm package age-encryption (test_file_encryption.py).
import { Decrypter, Encrypter } from "age-encryption";

const [verb, key, source, target] = Deno.args;
const line = Deno.readTextFileSync(key).trim();
const data = Deno.readFileSync(source);
if (verb === "decrypt") {
  const decrypter = new Decrypter();
  decrypter.addIdentity(line);
  Deno.writeFileSync(target, await decrypter.decrypt(data));
} else {
  const encrypter = new Encrypter();
  encrypter.addRecipient(line);
  Deno.writeFileSync(target, await encrypter.encrypt(data));
}
