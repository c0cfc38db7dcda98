@rem The scripts in package.json begin with "exec" so that signals reach the server and not a shell. Windows has no such word.
@%*
